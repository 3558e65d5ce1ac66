import * as v from 'valibot'

/** The storage servers of a console that has several, in the configured order. */
export const Servers = v.object({
  /** Name of the server that this page manages. */
  current: v.string(),
  /** `path` is where the server's console is, such as `/prod`; `address` is the server's `host:port`. */
  all: v.array(v.object({ name: v.string(), path: v.string(), address: v.string() })),
})
export type Servers = v.InferOutput<typeof Servers>
