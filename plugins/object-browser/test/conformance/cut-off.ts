import { assert, suite, type Test } from '../../../../test/lib/suite.ts'
import { hasOwnMinio, noOwnMinio } from '../../../../test/lib/minio.ts'
import { type EngineName, engines, type TestConsole, startTestConsole } from '../../../../test/lib/test-console.ts'
import { type KeyPair, type Send, signIn } from '../../../../test/lib/server.ts'
import { uniqueName } from '../../../../test/conformance/engines.ts'
import { sessionCookie } from '../../../../test/lib/session-cookie.ts'

/** Maximum number of objects that one call copies. */
export const OBJECT_COUNT = 100

export type Items = {
  objects: { name: string; version_id: string; is_latest: boolean; is_delete_marker?: boolean }[] | null
}

/** Processes to kill, one after the other: the console, and the storage if that is a separate process. */
export const victims = { embedded: ['console'], minio: ['console', 'storage'] } as const

/** A console as a separate process that can be killed and restarted, with calls to fill and read its buckets. */
export const useTarget = (test: Test, name: 'embedded' | 'minio') => {
  let testConsole: TestConsole
  let send: Send
  let cookie: string
  test.before(async () => {
    testConsole = await startTestConsole(name)
    send = await signIn(testConsole.server.url, testConsole.server.root)
    cookie = await sessionCookie(testConsole.server.url, testConsole.server.root)
  })
  test.after(() => testConsole?.stop())

  const crash = async (victim: 'console' | 'storage') => {
    const program = victim === 'console' ? testConsole.server : testConsole.storage!
    await program.kill()
    await program.restart()
  }
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body)
    assert.ok(response.status < 300, `${method} ${path} returned ${response.status}: ${response.text}`)
    return response.json
  }
  const createBucket = async (more: object = {}) => {
    const bucket = uniqueName('cut-off')
    await call('POST', '/api/v1/buckets', { name: bucket, ...more })
    return bucket
  }
  const put = async (bucket: string, key: string, content: Buffer) => {
    const body = new FormData()
    body.append(String(content.length), new Blob([new Uint8Array(content)]), 'f')
    await call('POST', `/api/v1/buckets/${bucket}/objects/upload?key=${key}`, body)
  }
  const keysOf = async (bucket: string) =>
    ((await call('GET', `/api/v1/buckets/${bucket}/objects?recursive=true`)) as Items).objects?.map(
      ({ name: key }) => key,
    ) ?? []
  const read = async (bucket: string, key: string) => {
    const response = await fetch(`${testConsole.server.url}/api/v1/buckets/${bucket}/objects/download?prefix=${key}`, {
      headers: { cookie },
    })
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
  }
  /** Puts one object and copies it in batches. */
  const fill = async (bucket: string, keys: readonly string[]) => {
    const [first = '', ...others] = keys
    await put(bucket, first, Buffer.from('content'))
    for (let from = 0; from < others.length; from += OBJECT_COUNT)
      await call('POST', `/api/v1/buckets/${bucket}/copy-objects`, {
        objects: others.slice(from, from + OBJECT_COUNT).map((to) => ({ path: first, to })),
      })
  }

  return {
    target: () => testConsole,
    cookie: () => cookie,
    send: (method: string, path: string, body?: unknown) => send(method, path, body),
    sessionOf: (pair: KeyPair) => sessionCookie(testConsole.server.url, pair),
    crash,
    done: call,
    bucketOf: createBucket,
    put,
    keysOf,
    read,
    fill,
  }
}

/** Defines a suite on each engine that this machine can start and kill. */
export const onEveryTarget = (title: string, define: (test: Test, name: 'embedded' | 'minio') => void) => {
  for (const name of engines) {
    const test = suite(`${title} on ${name satisfies EngineName}`)
    if (name === 'minio' && !hasOwnMinio()) {
      console.log(`${title} on minio is skipped: ${noOwnMinio}`)
      test.skip(`${title} on minio`)
    } else define(test, name)
  }
}
