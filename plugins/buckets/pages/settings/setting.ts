/** Common props of the setting dialogs. */
export type SettingProps = {
  bucket: string
  onClose: () => void
  /** Reloads the bucket's data on the page. */
  onDone: () => Promise<unknown>
}
