import { Combo } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { objects } from '../contract.ts'

/** The folder that a typed text lies in: everything up to the last slash. */
const above = (typed: string) => typed.slice(0, typed.lastIndexOf('/') + 1)

type FolderInputProps = { bucket: string; value: string; onChange: (value: string) => void }

/** A folder of a bucket, typed or chosen from the folders inside the typed one. */
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
      unmatched="This folder does not exist yet"
    />
  )
}
