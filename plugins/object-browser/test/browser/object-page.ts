import { page, root } from '../../../../test/browser/console.ts'
import { goto } from '../../../../test/browser/pages.ts'
import { dialog } from '../../../../test/browser/dialogs.ts'

export const address = (bucket: string, path: string) => `/buckets/${bucket}/browse/${path}`
export const openObject = async (bucket: string, path: string) => {
  await goto(address(bucket, path))
  await page.getByRole('tab', { name: 'Details' }).waitFor()
}

/** A row of the details, by its label. */
export const fact = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
export const waitForFact = (label: string, text: string | RegExp) => fact(label).getByText(text).first().waitFor()
export const pressInFact = (label: string, button: string) => fact(label).getByRole('button', { name: button }).click()
export const dialogButton = (button: string) => dialog().getByRole('button', { name: button, exact: true })
export const isBlocked = async (button: string) => (await dialogButton(button).getAttribute('aria-disabled')) === 'true'

export type ObjectInfo = {
  version_id?: string
  tags?: Record<string, string>
  legal_hold_status?: string
  retention_mode?: string
  retention_until_date?: string
}

/** Metadata of an object in the server's response. */
export const objectInfo = async (bucket: string, key: string, version = '') => {
  const query = `prefix=${encodeURIComponent(key)}&version_id=${version}`
  return (await root('GET', `/api/v1/buckets/${bucket}/objects/info?${query}`)).json as ObjectInfo
}

/** Version IDs of an object, newest first. */
export const versionIds = async (bucket: string, key: string) => {
  const { json } = await root(
    'GET',
    `/api/v1/buckets/${bucket}/objects?prefix=${encodeURIComponent(key)}&with_versions=true`,
  )
  const { objects } = json as { objects: { name: string; version_id: string }[] }
  return objects.filter(({ name }) => name === key).map(({ version_id }) => version_id)
}
