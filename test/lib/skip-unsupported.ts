import { appendFileSync } from 'node:fs'
import type { Test } from './suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { missingFeatures } from '../../core/protocol/features.ts'
import { NoAdapter } from './ports.ts'
import { s3Differences } from './s3-differences.ts'
import type { S3ServerName } from './s3-servers.ts'

/** Name of a server in results: a plain S3 server, MinIO used as one, or an older release of MinIO. */
type ServerName = S3ServerName | 'plain-minio' | `minio-${string}`

/** Result of one test on one server. `reason` says what the server does not offer, or does differently. */
type CompatibilityRow = {
  server: string
  suite: string
  test: string
  result: 'passed' | 'missing' | 'different' | 'needs users' | 'failed'
  reason?: string
}

/** The file that `test/compatibility/run.mjs` collects results from. */
const file = process.env.STOWAGE_COMPATIBILITY

const record = (row: CompatibilityRow) => {
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}

/** Whether an error means that a server has no users with passwords, as MinIO has. */
const needsUsers = (error: unknown) =>
  error instanceof NoAdapter || (error instanceof Failure && error.message === missingFeatures['chosen-keys'])

/** Feature that a server lacks, if an error says so: the plugin has no adapter, or the server does not implement it. */
const missingIn = (error: unknown) => {
  if (error instanceof NoAdapter) return error.message
  if (error instanceof Failure && error.status === 501 && error.code === 'NotImplemented') return error.message
  return undefined
}

const differencesOf = (server: ServerName): Readonly<Record<string, string>> => {
  const own = s3Differences[server as keyof typeof s3Differences]
  return server.startsWith('minio-') ? { ...own } : { ...s3Differences.all, ...own }
}

/**
 * Wraps the tests of a suite on a plain S3 server or an older one: a test that needs a feature that the server lacks is
 * skipped, by name.
 */
export const skipUnsupported = (test: Test, suite: string, server: ServerName): Test => {
  const differences = differencesOf(server)
  const define = (title: string, run: Parameters<Test>[1]) => {
    const row = { server, suite, test: title }
    const difference = Object.entries(differences).find(([begins]) => title.startsWith(begins))?.[1]
    if (difference !== undefined) {
      record({ ...row, result: 'different', reason: difference })
      console.log(`"${title}" is skipped on ${server}: ${difference}`)
      return test.skip(title, run)
    }
    return test(title, async (context) => {
      try {
        await run(context)
        record({ ...row, result: 'passed' })
      } catch (error) {
        const reason = missingIn(error)
        const result = reason === undefined ? 'failed' : needsUsers(error) ? 'needs users' : 'missing'
        record({ ...row, result, ...(reason && { reason }) })
        if (reason === undefined) throw error
        console.log(`\nSkipped while running: "${title}" on ${server}: ${reason}`)
      }
    })
  }
  return Object.assign(define, test)
}
