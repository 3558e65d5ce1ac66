/** What every dialog about one of a bucket's settings is given. */
export type SettingProps = {
  bucket: string
  onClose: () => void
  /** Loads again what the page shows of the bucket. */
  onDone: () => Promise<unknown>
}
