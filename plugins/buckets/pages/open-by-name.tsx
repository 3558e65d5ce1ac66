import FolderOpen from 'lucide-react/icons/folder-open'
import Package from 'lucide-react/icons/package'
import { type FormEvent, useState } from 'react'
import { navigate } from 'stowage/web'
import { Button, Empty, Field, TextInput } from 'stowage/ui'
import { browserPath, managePath } from './access.ts'
import * as styles from './create.css.ts'
import * as messages from '../messages.ts'

/** For accounts that may not list buckets: opens one by its name. */
export const OpenByName = () => {
  const [name, setName] = useState('')
  const bucket = name.trim()
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (bucket) void navigate(browserPath(bucket) ?? managePath(bucket))
  }
  return (
    <Empty
      icon={Package}
      title={messages.bucketsNotListable}
      text={messages.openBucketByName}
      action={
        <form className={styles.form} onSubmit={open} noValidate>
          <Field label="Bucket Name">
            <TextInput value={name} onChange={setName} name="bucketName" autoFocus />
          </Field>
          <Button tone="primary" icon={FolderOpen} submit disabled={!bucket && messages.bucketNameRequired}>
            Open Bucket
          </Button>
        </form>
      }
    />
  )
}
