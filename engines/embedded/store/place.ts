import type { Index } from './database.ts'
import type { BucketRecord } from './records.ts'

export type Doer = { account: string; address: string }

/**
 * A key in its bucket. During a change, in a transaction, `dropped` collects the blobs to remove after the commit.
 * Without `by`, the storage itself makes the change.
 */
export type Place = { index: Index; bucket: BucketRecord; key: string; dropped: string[]; by?: Doer | undefined }
