package io.sluice.library;

/** How an attempt to borrow ended. */
sealed interface LoanResult {
  /**
   * There is a loan.
   *
   * @param repeated true if an earlier request with the same key made it
   */
  record Lent(long loanId, String isbn, String memberId, boolean repeated) implements LoanResult {}

  /** Every copy is lent. */
  record OutOfStock() implements LoanResult {}

  /** The catalogue has no such ISBN. */
  record UnknownIsbn() implements LoanResult {}
}
