import type { Range, StoredObject } from '../stored-object.ts'
import type { Signer } from './contract.ts'

/** Objects or versions to share. `home` is the console's address as the client sees it. */
export type ShareRequest = {
  objects: readonly { path: string; version: string | undefined }[]
  /** Lifetime in ms. */
  lifetime: number
  by: Signer
  home: string
}

/** Links with their expiration, and what could not be shared with reasons. */
type ShareResult = {
  links: { path: string; url: string }[]
  failed: { path: string; message: string }[]
  ends: Date
  signed: 'session' | 'service-account' | 'storage'
  access_key?: string
}

/** Port of links, implemented by each engine. */
export type ShareBackend = {
  /** Throws the first error if nothing could be shared. */
  share(bucket: string, sharing: ShareRequest): Promise<ShareResult>
  /** The object of a link; 403 for an invalid or expired link, 404 if the engine's links do not lead here. */
  openShared(link: { text: string }, range: Range | undefined): Promise<StoredObject & { key: string }>
}
