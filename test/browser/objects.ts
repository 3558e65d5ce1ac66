import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, type Test } from '../lib/suite.ts'
import { goto, page, root, row } from './console.ts'

/** A folder for files to upload. */
export let filesFolder: string

/** Creates a folder for a suite's files and removes it afterwards. */
export const useFiles = (test: Test) => {
  test.before(() => {
    filesFolder = mkdtempSync(join(tmpdir(), 'stowage-files-'))
  })
  test.after(() => rmSync(filesFolder, { recursive: true, force: true }))
}

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
  const answer = await root('POST', `/api/v1/buckets/${bucket}/objects/upload?key=${encodeURIComponent(key)}`, body)
  assert.is(answer.status, 200, answer.text)
}

/** All keys of a bucket in order, listed by the server. */
export const keysOf = async (bucket: string) => {
  const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?recursive=true`)
  return ((json as { objects: { name: string }[] | null }).objects ?? []).map(({ name }) => name)
}

/** Opens a folder of a bucket in the tab. */
export const openBucket = async (bucket: string, tail = '') => {
  await goto(`/buckets/${bucket}/browse${tail}`)
  await page.getByRole('button', { name: 'Upload', exact: true }).waitFor()
}

/** Chooses files as the Upload menu does. */
export const chooseFiles = (chosen: string[]) => page.getByLabel('Files to upload').setInputFiles(chosen)
export const dock = () => page.getByRole('region', { name: 'Transfers' })

/** Presses a row's action, either its button or its item in the "…" menu. */
export const pressInRow = async (name: string, action: string) => {
  await row(name).hover()
  const own = row(name).getByRole('button', { name: action, exact: true })
  const more = row(name).getByRole('button', { name: 'More actions', exact: true })
  await own.or(more).first().waitFor()
  if ((await own.count()) > 0) return own.click()
  await more.click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Reason why an action in a row's "…" menu is disabled; runs `look` while the menu is open. */
export const disabledReason = async (
  name: string,
  action: string,
  look: () => Promise<unknown> = async () => undefined,
) => {
  await row(name).hover()
  await row(name).getByRole('button', { name: 'More actions', exact: true }).click()
  await page
    .getByRole('menuitem', { name: new RegExp(`^${action}`) })
    .and(page.locator('[aria-disabled=true]'))
    .waitFor()
  await look()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Text of a download that `start` begins. */
export const downloadedText = async (start: () => Promise<unknown>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return readFileSync(await download.path())
}

/** Waits for a status message. */
export const waitForMessage = (text: string) => page.getByRole('status').getByText(text).first().waitFor()

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
