type SetName = 'quick' | 'rest' | 'all' | 'chosen'

export const sets: Record<SetName, { run(file: string): { engines?: string } | undefined; hasChecks: boolean }>
export const serverFunctions: string[]
export const serverHelpers: string[]
export const testFiles: () => string[]
export const shardOf: (files: readonly string[], shard: { index: number; of: number }) => string[]
export const groupsOf: (files: readonly string[], perProcess: number) => string[][]
