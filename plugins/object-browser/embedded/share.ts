import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Failure } from 'stowage'
import { newToken, type Store } from 'stowage/engines/embedded'
import { settleEach } from '../settle-each.ts'
import type { ShareBackend } from '../share/backend.ts'
import { versionTarget } from './key.ts'
import { readObject } from './reading.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/**
 * Contents of a link: key and bucket, optionally a version, the account that created it, and its expiration in ms since
 * 1970.
 */
const Ticket = v.object({
  bucket: v.string(),
  /** Unique id of the bucket: a new bucket of the same name is another one. */
  id: v.number(),
  key: v.string(),
  version: v.optional(v.string()),
  account: v.string(),
  service: v.optional(v.string()),
  /** Unique id of the account, like the bucket's. */
  identity: v.optional(v.string(), '/'),
  ends: v.number(),
})
type Ticket = v.InferOutput<typeof Ticket>

/** Path of the endpoint that serves links. */
const PATH = '/api/v1/download-shared-object'

const SECRET = 'links'

/** Secret that signs links; generated with the first one. */
const secretOf = async ({ index, vault }: Store): Promise<string> => {
  const stored = index.secrets.get(SECRET)
  if (stored) return vault.unseal(stored)
  if (!index.counters.get('encryption key')) await vault.makeKey()
  const newSecret = await vault.seal(newToken())
  const secret = await index.write(() => {
    const concurrent = index.secrets.get(SECRET)
    if (concurrent) return concurrent
    void index.counters.put('encryption key', 1)
    void index.secrets.put(SECRET, newSecret)
    return newSecret
  })
  return vault.unseal(secret)
}

const proofOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

const invalidLink = () => new Failure(403, 'This link is not valid', { detail: messages.linkIncomplete })
const linkExpired = (detail: string) => new Failure(403, 'This link has expired', { detail })

/** Returns the contents of a link after verifying its signature. */
const readTicket = async ({ index, vault }: Store, link: string): Promise<Ticket> => {
  const sealed = index.secrets.get(SECRET)
  if (!sealed) throw invalidLink()
  const [text = '', proof = ''] = link.split('.')
  const [actual, expected] = [Buffer.from(proof, 'base64url'), proofOf(await vault.unseal(sealed), text)]
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw invalidLink()
  return v.parse(Ticket, JSON.parse(Buffer.from(text, 'base64url').toString()))
}

/** Hides from link users why the creator's account can no longer read the object. */
const asExpired = (error: unknown): never => {
  if (error instanceof Failure && [401, 403].includes(error.status)) throw linkExpired(messages.linkCreatorLostAccess)
  throw error
}

/**
 * Links served by the console, signed with a secret of the storage. Each use checks the current permissions of the
 * link's creator.
 */
export const createSharing = ({
  authenticate,
  authenticateLink,
  store,
  shareUrl,
}: EmbeddedAdapterContext): ShareBackend => ({
  share: async (name, { objects, lifetime, home }) => {
    const { signer } = authenticate().caller
    const { account, key: service } = signer
    const context = authenticateLink(signer)
    const { index, caller } = context
    // generates a secret only if the caller may share something
    const { succeeded: shareable, failed } = await settleEach(objects, (object) => {
      const { path, version } = object
      caller.assert('s3:GetObject', versionTarget(index, name, path, version))
      index.readableVersion({ index, bucket: index.bucket(name), key: path, dropped: [] }, version)
      return object
    })
    const secret = await secretOf(context)
    const { id } = index.bucket(name)
    const ends = Date.now() + lifetime
    const identity = index.identityOf(signer)
    const base = shareUrl ? shareUrl.origin + new URL(home).pathname.replace(/\/$/, '') : home
    const links = shareable.map(({ path, version }) => {
      const ticket: Ticket = { bucket: name, id, key: path, version, account, service, identity, ends }
      const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
      return { path, url: `${base}${PATH}?link=${text}.${proofOf(secret, text).toString('base64url')}` }
    })
    return { links, failed, ends: new Date(ends), signed: 'storage' }
  },

  openShared: async ({ text }, range) => {
    const ticket = await readTicket(store(), text)
    const { bucket, id, key, version, account, service, identity, ends } = ticket
    if (ends <= Date.now()) throw linkExpired(`It was valid until ${new Date(ends).toISOString()}`)
    try {
      const signer = { account, ...(service !== undefined && { key: service }) }
      const context = authenticateLink(signer)
      if (context.index.identityOf(signer) !== identity) throw new Failure(403, 'The account was replaced')
      if (context.index.bucket(bucket).id !== id) throw new Failure(404, messages.bucketDeletedMeanwhile)
      return { ...(await readObject(context, bucket, { key, version, range })), key }
    } catch (error) {
      return asExpired(error)
    }
  },
})
