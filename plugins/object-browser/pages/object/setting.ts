import type { Item } from '../../contract.ts'

/** What every dialog about one version of an object is given. */
export type SettingProps = {
  bucket: string
  item: Item
  onClose: () => void
  /** Loads again what the page shows of the version. */
  onDone: () => Promise<unknown>
}

/** Names the version to a call; `null` is the id of one written without versioning. */
export const inputOf = (bucket: string, { name, version_id = 'null' }: Item) => ({
  params: { bucket },
  query: { prefix: name, version_id },
})
