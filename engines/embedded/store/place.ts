import type { Index } from './database.ts'
import type { BucketRecord } from './records.ts'

/** Whoever does something: the account, and the address that it calls from. */
export type Doer = { account: string; address: string }

/**
 * A key in its bucket. While it is changed, in a transaction, `dropped` gathers the blobs to remove after the commit.
 * It is changed by somebody, or else by the storage itself.
 */
export type Place = { index: Index; bucket: BucketRecord; key: string; dropped: string[]; by?: Doer | undefined }
