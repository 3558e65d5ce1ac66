/** Whether an error is a browser's message that a module could not be loaded. It is for programmers. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message)
