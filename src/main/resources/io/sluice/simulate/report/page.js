(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var light = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#65a30d", "#78716c", "#0f766e", "#a16207", "#4338ca"];
  var dark = ["#6ea8fe", "#fbbf24", "#34d399", "#f87171", "#c4b5fd", "#67e8f9", "#f9a8d4", "#bef264", "#d6d3d1", "#5eead4", "#fde68a", "#a5b4fc"];
  var scheme = window.matchMedia("(prefers-color-scheme: dark)");
  var plots = [];

  function css(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function shown(value) {
    return value == null ? "–" : value >= 100 ? Math.round(value).toLocaleString("en") : String(Math.round(value * 10) / 10);
  }

  // Each series lies on the ones after it, so that the first is drawn behind and on top.
  function stacked(columns) {
    var sums = columns[0].map(function () { return 0; });
    return columns.slice().reverse().map(function (column) {
      sums = sums.map(function (sum, i) { return sum + column[i]; });
      return sums;
    }).reverse();
  }

  function draw(chart, holder) {
    var colors = scheme.matches ? dark : light;
    var columns = chart.series.map(function (each) { return each.values; });
    var series = chart.series.map(function (each, at) {
      var color = colors[at % colors.length];
      return {
        label: each.label,
        stroke: color,
        width: 1.5,
        dash: each.dashed ? [6, 4] : undefined,
        fill: chart.stacked ? color : undefined,
        points: { show: false },
        value: function (plot, value, index, time) {
          return shown(time == null ? null : columns[at][time]);
        }
      };
    });
    var axis = { stroke: css("--faint"), grid: { stroke: css("--line"), width: 1 }, ticks: { stroke: css("--line"), width: 1 } };
    var options = {
      width: holder.clientWidth,
      height: 260,
      scales: { x: { time: false }, y: { range: function (plot, low, high) { return [0, high > 0 ? high * 1.05 : 1]; } } },
      axes: [
        Object.assign({ label: "simulated time (s)", labelSize: 22 }, axis),
        Object.assign({ label: chart.unit, labelSize: 22, size: 62, values: function (plot, ticks) { return ticks.map(shown); } }, axis)
      ],
      series: [{ label: "time", value: function (plot, value) { return shown(value); } }].concat(series),
      cursor: { sync: { key: "time" } }
    };
    plots.push({ plot: new uPlot(options, [data.seconds].concat(chart.stacked ? stacked(columns) : columns), holder), holder: holder });
  }

  function drawAll() {
    plots.forEach(function (each) { each.plot.destroy(); });
    plots = [];
    data.charts.forEach(function (chart, at) { draw(chart, document.getElementById("chart-" + at)); });
  }

  drawAll();
  scheme.addEventListener("change", drawAll);
  window.addEventListener("resize", function () {
    plots.forEach(function (each) { each.plot.setSize({ width: each.holder.clientWidth, height: 260 }); });
  });
})();
