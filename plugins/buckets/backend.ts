import type { Access, Bucket, NewBucket, Quota, Retention } from './contract.ts'

/** What buckets needs from an engine. Throws `Failure`: 404 for an unknown bucket, 409 for a taken name or one that is not empty. */
export type BucketsBackend = {
  /** The buckets that the caller may list or write to, sorted by name; those reached by a prefix only are included. */
  list(): Promise<Bucket[]>
  /** Makes the bucket with all that is asked; where a later step fails the bucket is gone again. */
  add(bucket: NewBucket): Promise<void>
  remove(name: string): Promise<void>
  access(name: string): Promise<Access>
  versioning(name: string): Promise<boolean>
  locking(name: string): Promise<boolean>
  retention(name: string): Promise<Retention>
  quota(name: string): Promise<Quota>
}
