import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks ({@code check}) or rewrites ({@code replace}) every Java file below the given folder with
 * google-java-format. A program of its own because the build must fail with the list of files at
 * fault, and must run on the JDK the sources need rather than on the one Maven runs on.
 */
class FormatSources {
  public static void main(String[] args) throws Exception {
    boolean replace = args[0].equals("replace");
    List<Path> files;
    try (var walk = Files.walk(Path.of(args[1]))) {
      files = walk.filter(f -> f.toString().endsWith(".java")).sorted().toList();
    }
    var formatter = new Formatter();
    var misformatted = new ArrayList<Path>();
    for (Path file : files) {
      String source = Files.readString(file);
      String imports =
          ImportOrderer.reorderImports(
              RemoveUnusedImports.removeUnusedImports(source), JavaFormatterOptions.Style.GOOGLE);
      String formatted = formatter.formatSource(imports);
      if (formatted.equals(source)) {
        continue;
      }
      if (replace) {
        Files.writeString(file, formatted);
        System.out.println("formatted " + file);
      } else {
        misformatted.add(file);
      }
    }
    if (!misformatted.isEmpty()) {
      System.err.println("Not in google-java-format; run scripts/format:");
      misformatted.forEach(f -> System.err.println("  " + f));
      System.exit(1);
    }
  }
}
