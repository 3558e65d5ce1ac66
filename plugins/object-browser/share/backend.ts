import type { Range, StoredObject } from '../stored.ts'
import type { Signer } from './contract.ts'

/** What links are to be made of: objects, or versions of them. `home` is the console as its caller calls it. */
export type Sharing = {
  objects: readonly { path: string; version: string | undefined }[]
  /** How long they are to be good, in ms. */
  lifetime: number
  by: Signer
  home: string
}

/** Links, and until when they are good; what could not be shared is told with the reason. */
export type Shared = {
  links: { path: string; url: string }[]
  failed: { path: string; message: string }[]
  ends: Date
  signed: 'session' | 'service-account' | 'storage'
  access_key?: string
}

/** Shares objects by links. */
export type ShareBackend = {
  /** Throws the first refusal where none could be shared. */
  share(bucket: string, sharing: Sharing): Promise<Shared>
  /**
   * The object of a link, as it may be read now; 403 for a link that is not good any more, 404 where links lead
   * elsewhere.
   */
  openShared(link: { text: string }, range: Range | undefined): Promise<StoredObject & { key: string }>
}
