/** A plugin of this console and whether it runs. */
export type InstalledPlugin = {
  id: string
  version: string
  /** `built-in` came with the console, `added` was added by the operator. */
  origin: 'built-in' | 'added'
  /** Why it does not run; `undefined` if it does. */
  problem: string | undefined
  /** Its contributions to the console, by kind. */
  contributes: Readonly<Record<string, readonly string[]>>
}
