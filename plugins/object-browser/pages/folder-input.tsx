import { Combo } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { objects } from '../contract.ts'
import * as messages from '../messages.ts'

/** Parent folder of the typed text: everything up to the last slash. */
const above = (typed: string) => typed.slice(0, typed.lastIndexOf('/') + 1)

type FolderInputProps = { bucket: string; value: string; onChange: (value: string) => void }

/** Input for a folder of a bucket, with the subfolders of the typed one as suggestions. */
export const FolderInput = ({ bucket, value, onChange }: FolderInputProps) => {
  const inside = above(value)
  const { data } = useCall(objects.list, { params: { bucket }, query: { prefix: inside, limit: '1000' } })
  const folders = (data?.objects ?? []).map(({ name }) => name).filter((name) => name.endsWith('/') && name !== inside)
  return (
    <Combo
      look="mono"
      value={value}
      onChange={onChange}
      options={folders.map((name) => ({ value: name }))}
      noMatchText={messages.newFolder}
    />
  )
}
