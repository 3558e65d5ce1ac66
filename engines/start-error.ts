/** Why the console cannot start, as one line for the terminal: what is wrong, where, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
