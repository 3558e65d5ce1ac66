import { displayName } from 'stowage'
import { summaryOf } from './items.ts'

/** Objects and folders in a sentence: the name of a single one, otherwise how many there are. */
export const Subject = ({ keys, folders }: { keys: readonly string[]; folders: readonly string[] }) => {
  const { single, count } = summaryOf({ keys, folders })
  return (
    <>
      <strong>{single === undefined ? count : displayName(single)}</strong>
      {folders.length > 0 && (single === undefined ? ', with everything in the folders' : ' and everything in it')}
    </>
  )
}
