import { assert } from '../lib/suite.ts'
import { page, root } from './console.ts'
import { goto, load } from './pages.ts'

/** Creates a bucket over the API, with settings of the create call. */
export const createBucket = async (name: string, more: object = {}) => {
  assert.is((await root('POST', '/api/v1/buckets', { name, ...more })).status, 201)
  return name
}

/** Stores an object over the API. */
export const putObject = async (bucket: string, key: string, content: string | Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  const blob = new Blob([content])
  body.append(String(blob.size), blob, 'file')
  const response = await root('POST', `/api/v1/buckets/${bucket}/objects/upload?key=${encodeURIComponent(key)}`, body)
  assert.is(response.status, 200, response.text)
}

/** All keys of a bucket in order, listed by the server. */
export const keysOf = async (bucket: string) => {
  const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?recursive=true`)
  return ((json as { objects: { name: string }[] | null }).objects ?? []).map(({ name }) => name)
}

const waitForUpload = () => page.getByRole('button', { name: /^Upload( File)?$/ }).waitFor()

/** Opens a folder of a bucket in the tab. */
export const openBucket = async (bucket: string, tail = '') => {
  await goto(`/buckets/${bucket}/browse${tail}`)
  await waitForUpload()
}

/** Loads a folder of a bucket in the tab, which then shows no finished transfers. */
export const loadBucket = async (bucket: string, tail = '') => {
  await load(`/buckets/${bucket}/browse${tail}`)
  await waitForUpload()
}

export const dock = () => page.getByRole('region', { name: 'Transfers' })

/** Limits the tab's upload rate in bytes per second; 0 removes the limit. */
export const limitUploadRate = async (bytesPerSecond: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  })
}
