import { Failure } from '../../core/protocol/failure.ts'
import { readAccountInfo } from '../../engines/minio/account-info.ts'
import { createAdmin } from '../../engines/minio/admin.ts'
import { adminCrypto } from '../../engines/minio/admin-crypto.ts'
import { causeOfAdmin, causeOfSts } from '../../engines/minio/causes.ts'
import { type Cause, causeOfS3, listBuckets } from '../../engines/s3/causes.ts'
import { type Client, createClient } from '../../engines/s3/client.ts'
import { probe } from '../../engines/probe.ts'
import { assumeRole } from '../../engines/minio/sts.ts'
import type { KeyPair } from '../config-storage.ts'
import { type Check, failed, ok, skipped, warning } from './check.ts'
import { checkConnection } from './check-connection.ts'
import {
  keyPairBelongsTo,
  setRegion,
  regionDiffers,
  synchronizeClocks,
  clockSkew,
  noDateHeader,
  noHttpResponse,
} from '../messages.ts'

type Options = { url: URL; region: string | undefined; ca: string[] | undefined; keyPair: KeyPair | undefined }

const NEEDS_KEYS = 'Needs --access-key and --secret-key-file'

/** Maximum clock skew in ms: requests are refused beyond 15 minutes; a smaller one already shortens sessions. */
const CLOCK = { refused: 15 * 60_000, noticed: 60_000 }

const seconds = (ms: number) => `${Math.round(Math.abs(ms) / 1000)} s`

/** Compares the clocks of the console and a server. Why one does not respond is a result of the check of S3. */
export const clock = async ({ url, ca }: Pick<Options, 'url' | 'ca'>): Promise<Check> => {
  const response = await probe({ url, ca }).catch(() => undefined)
  if (!response) return skipped('Clock', noHttpResponse(url.host))
  const { skew } = response
  if (skew === undefined) return skipped('Clock', noDateHeader(url.host))
  const message = clockSkew(url.host, seconds(skew), skew < 0 ? 'behind' : 'ahead')
  if (Math.abs(skew) > CLOCK.refused) return failed('Clock', message, synchronizeClocks)
  return Math.abs(skew) > CLOCK.noticed ? warning('Clock', message, synchronizeClocks) : ok('Clock', message)
}

const failure = (check: string, { message, fix }: Cause) => failed(check, message, fix)

const s3 = async (client: Client, keyPair: KeyPair | undefined): Promise<Check> => {
  try {
    const server = await listBuckets(client, keyPair)
    return ok('S3', `${client.host} accepts the key pair${server && ` (${server})`}`)
  } catch (error) {
    const cause = causeOfS3(error, client.host)
    // without credentials servers respond with different codes, depending on what they check first
    if (cause && (keyPair || ['connection', 'not-s3', 'scheme', 'starting'].includes(cause.code)))
      return failure('S3', cause)
    return ok('S3', keyPair ? `${client.host} accepts the key pair` : `${client.host} is an S3 server`)
  }
}

const region = async (client: Client, keyPair: KeyPair, configured: string | undefined): Promise<Check> => {
  const found = await client.learnRegion(keyPair)
  return configured && configured !== found
    ? warning('Region', regionDiffers(client.host, found, configured), setRegion(found))
    : ok('Region', `${client.host} is in ${found}`)
}

const sts = async (client: Client, keyPair: KeyPair): Promise<Check> => {
  try {
    await assumeRole(client, keyPair, 900)
    return ok('STS', `${client.host} creates temporary keys`)
  } catch (error) {
    return failure('STS', causeOfSts(error, client.host))
  }
}

const admin = async (client: Client, keyPair: KeyPair): Promise<Check> => {
  try {
    const { AccountName } = await readAccountInfo(createAdmin(client, adminCrypto(), { ...keyPair, sessionToken: '' }))
    return ok('Admin API', keyPairBelongsTo(AccountName))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return failure('Admin API', causeOfAdmin(error, client.host))
  }
}

/** Checks a storage server from its address to the admin API. Later checks are omitted if an earlier one fails. */
export async function* checkStorageServer(options: Options): AsyncGenerator<Check> {
  const { url, ca, keyPair } = options
  for await (const check of checkConnection(url, ca, 'CONSOLE_MINIO_CA')) {
    yield check
    if (check.status === 'failed') return
  }
  yield await clock(options)
  const client = createClient({ url, ca, region: options.region })
  try {
    const response = await s3(client, keyPair)
    yield response
    if (response.status === 'failed') return
    if (!keyPair) {
      for (const name of ['Region', 'STS', 'Admin API']) yield skipped(name, NEEDS_KEYS)
      return
    }
    yield await region(client, keyPair, options.region)
    yield await sts(client, keyPair)
    yield await admin(client, keyPair)
  } finally {
    client.close()
  }
}
