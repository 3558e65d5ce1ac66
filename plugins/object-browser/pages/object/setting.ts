import type { Item } from '../../contract.ts'

/** Props of every dialog about one version of an object. */
export type SettingProps = {
  bucket: string
  item: Item
  onClose: () => void
  /** Reloads the page's data about the version. */
  onDone: () => Promise<unknown>
}

/** Identifies the version in a request; `null` is the id of one written without versioning. */
export const inputOf = (bucket: string, { name, version_id = 'null' }: Item) => ({
  params: { bucket },
  query: { prefix: name, version_id },
})
