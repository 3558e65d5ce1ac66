import FileClock from 'lucide-react/icons/file-clock'
import FileX from 'lucide-react/icons/file-x'
import Package from 'lucide-react/icons/package'
import Trash2 from 'lucide-react/icons/trash'
import { displayName } from 'stowage'
import { Button, Empty, Page } from 'stowage/ui'
import { browseAddress, lastName, parent } from './path.ts'
import * as messages from '../messages.ts'

/** Displayed if the bucket does not exist. */
export const NoBucket = ({ bucket }: { bucket: string }) => (
  <Page title={displayName(bucket)} crumbs={[{ label: 'Buckets', href: '/buckets' }]}>
    <Empty
      icon={Package}
      title={`There is no bucket "${displayName(bucket)}"`}
      text={messages.bucketMayBeDeleted}
      action={<Button href="/buckets">All Buckets</Button>}
    />
  </Page>
)

/** Displayed if the version does not exist. */
export const NoVersion = ({ onLatest }: { onLatest: () => void }) => (
  <Empty
    icon={FileClock}
    title="This version does not exist"
    text={messages.bucketMayBeDeleted}
    action={<Button onPress={onLatest}>Show Latest</Button>}
  />
)

/** Displayed if the object is deleted. */
export const DeletedObject = ({ path, onVersions }: { path: string; onVersions: () => void }) => (
  <Empty
    icon={Trash2}
    title={`"${displayName(lastName(path))}" was deleted`}
    text={messages.removeDeleteMarkerToRestore}
    action={<Button onPress={onVersions}>Show Versions</Button>}
  />
)

/** Displayed if the object does not exist. */
export const NoObject = ({ bucket, path }: { bucket: string; path: string }) => (
  <Empty
    icon={FileX}
    title={`There is no object "${displayName(lastName(path))}"`}
    text={messages.objectMayBeMoved}
    action={<Button href={browseAddress(bucket, parent(path))}>Open its folder</Button>}
  />
)
