const chosen = process.env.STOWAGE_ENGINES?.split(',')

/**
 * Whether suites that run on several engines run on this one: `STOWAGE_ENGINES` names some of `embedded`, `minio`,
 * `demo` (the demonstration's cluster) and `cluster` (a real API server); without it, all of them run.
 */
export const isChosen = (engine: string) => chosen?.includes(engine) ?? true
