import { Failure } from '../../core/protocol/failure.ts'
import type { AddressStyle } from '../../engines/s3/bucket-address.ts'
import { causeOfS3, listBuckets, variablesOf } from '../../engines/s3/causes.ts'
import { createClient } from '../../engines/s3/client.ts'
import { verifyKeys } from '../../engines/s3/sign-in.ts'
import type { KeyPair } from '../config-storage.ts'
import { type Check, failed, ok, skipped } from './check.ts'
import { checkConnection } from './check-connection.ts'
import { clock } from './storage-server.ts'
import { checkKeyPair } from '../messages.ts'

type Options = {
  url: URL
  region: string | undefined
  style: AddressStyle
  ca: string[] | undefined
  keyPair: KeyPair | undefined
}

/** Checks an S3 server from its address to a list of buckets. No admin API is called. */
export async function* checkS3Server(options: Options): AsyncGenerator<Check> {
  const { url, ca, keyPair, region, style } = options
  for await (const check of checkConnection(url, ca, 'CONSOLE_S3_CA')) {
    yield check
    if (check.status === 'failed') return
  }
  yield await clock(options)
  const client = createClient({ url, ca, region, style, regions: 'by bucket', caVariable: 'CONSOLE_S3_CA' })
  try {
    await listBuckets(client).catch((error: unknown) => {
      const cause = causeOfS3(error, client.host, variablesOf('s3'))
      if (cause && ['connection', 'not-s3', 'scheme', 'starting'].includes(cause.code)) throw error
    })
    const software = client.software()
    yield ok('S3', `${client.host} is an S3 server${software && ` (${software})`}`)
    if (!keyPair) {
      yield skipped('Keys', 'Needs --access-key and --secret-key-file')
      return
    }
    await verifyKeys(client, { ...keyPair, sessionToken: '' })
    yield ok('Keys', `${client.host} accepts the key pair`)
    yield ok('Region', `${client.host} is in ${client.region()}`)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const cause = causeOfS3(error, client.host, variablesOf('s3'))
    yield failed('S3', cause?.message ?? error.message, cause?.fix ?? checkKeyPair)
  } finally {
    client.close()
  }
}
