/** Where the storage tells what nobody asked for: pino's shape, an object with the facts and a sentence. */
export type Log = {
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

/** For whoever does not listen. */
export const silent: Log = { warn: () => undefined, error: () => undefined }
