type Outcome = { passed: number; failed: number; skipped: number; problem?: string }

export const outcomeOf: (run: {
  printed: string
  ended: number | string | null
  seconds: number
  limit: number
}) => Outcome

export const outputOf: () => { add: (stream: 'stdout' | 'stderr', chunk: string) => string; end: () => string }
