/** Results of one S3 server: counts by suite, and reasons why tests were skipped. */
export type ServerResult = {
  title: string
  suites: Record<string, { tests: number; passed: number }>
  missing: string[]
  different: string[]
}

export const compatibilityPage: (results: readonly ServerResult[]) => string
