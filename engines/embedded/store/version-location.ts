import type { Index } from './database.ts'
import type { BucketRecord } from './records.ts'

type Actor = { account: string; address: string }

/**
 * A key in its bucket. During a change, in a transaction, `dropped` collects the blobs to remove after the commit.
 * Without `by`, the storage itself makes the change.
 */
export type KeyLocation = { index: Index; bucket: BucketRecord; key: string; dropped: string[]; by?: Actor | undefined }
