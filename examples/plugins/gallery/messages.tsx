import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Download from 'lucide-react/icons/download'
import Scale from 'lucide-react/icons/scale'
import Share2 from 'lucide-react/icons/share-2'
import Tags from 'lucide-react/icons/tags'
import Trash2 from 'lucide-react/icons/trash'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import * as v from 'valibot'
import { Failure } from 'stowage'
import {
  Badge,
  Badges,
  Banner,
  Button,
  Cause,
  confirm,
  Dialog,
  FormDialog,
  Menu,
  NewKeys,
  Progress,
  Row,
  Status,
  Tooltip,
  UsageBar,
} from 'stowage/ui'
import { showError, showToast } from 'stowage/web'
import { Sample } from './sample.tsx'

const noop = () => undefined

const inUse = () =>
  new Failure(409, 'The access key is already in use.', {
    detail: '409 AccessKeyInUse: access key "REPORTING-RO" belongs to another service account',
  })

export const Statuses = () => (
  <Sample label="Status: shape and word, never color alone">
    <Row gap={3} wrap>
      <Status tone="ok">Online</Status>
      <Status tone="warning">Degraded</Status>
      <Status tone="danger">Offline</Status>
      <Status tone="unknown">Unknown</Status>
    </Row>
    <Row gap={3} wrap>
      <Badge>readonly</Badge>
      <Badge tone="info">R/W</Badge>
      <Badge tone="ok">Bound</Badge>
      <Badge tone="warning">Expires in 6 days</Badge>
      <Badge tone="danger">Failed</Badge>
      <Badge tone="outline">You</Badge>
      <Badges items={['backup-writer', 'readonly', 'diagnostics']} />
    </Row>
  </Sample>
)

export const Banners = () => (
  <Sample label="Banner">
    <Banner tone="warning" action={<Button size="sm">Restart</Button>}>
      The instance needs to be restarted for configuration changes to take effect.
    </Banner>
    <Banner tone="info">
      <p>The server is restarting.</p>
      <Progress label="Restart" value={0.38} look="thin" />
    </Banner>
    <Banner tone="danger" onClose={noop}>
      Bucket is not empty.
      <Cause>409 BucketNotEmpty: the bucket you tried to delete is not empty</Cause>
    </Banner>
    <Banner tone="ok">Policy successfully updated</Banner>
    <Row gap={3} wrap>
      <Button onPress={() => showToast('Objects deleted successfully', { label: 'Undo', run: noop })}>
        Show a message
      </Button>
      <Button onPress={() => showError(inUse())}>Show an error</Button>
    </Row>
  </Sample>
)

export const Bars = () => (
  <Sample label="Progress and usage">
    <UsageBar label="Used" used={41.8} total={96} value="41.8 of 96 TiB" />
    <UsageBar label="Quota" used={79} total={100} />
    <UsageBar label="Quota of scratch" used={97} total={100} />
    <Progress label="Upload of shard-00128.tar" value={0.62} />
    <Progress label="Download" value="running" look="thin" />
  </Sample>
)

const Account = v.object({
  restrict: v.pipe(
    v.boolean(),
    v.title('Restrict with policy'),
    v.description('Cannot be changed after the service account is created.'),
  ),
  policy: v.pipe(
    v.optional(v.string(), '{\n  "Statement": [{\n    "Effect": "Allow"\n    "Action": ["s3:GetObject"]\n  }]\n}'),
    v.title('Policy'),
    v.metadata({ control: 'code' }),
  ),
  accessKey: v.pipe(
    v.string(),
    v.title('Access Key'),
    v.minLength(3, 'An access key has at least 3 characters'),
    v.metadata({ control: 'mono' }),
  ),
  secretKey: v.pipe(
    v.string(),
    v.title('Secret Key'),
    v.description('8 to 40 characters.'),
    v.minLength(8, 'A secret key has at least 8 characters'),
    v.metadata({ control: 'secret' }),
  ),
})

const refuse = () => Promise.reject(inUse())

export const Dialogs = () => {
  const [open, setOpen] = useState<'form' | 'plain' | 'keys'>()
  const close = () => setOpen(undefined)
  const askUser = () => confirm({ title: 'Delete User', body: 'This deletes ana.moreau.', verb: 'Delete' })
  const askTenant = () =>
    confirm({
      title: 'Delete Tenant',
      body: (
        <>
          This deletes <strong>harbour-prod</strong> and every object in it.
        </>
      ),
      stats: [
        { label: 'Buckets', value: '12' },
        { label: 'Objects', value: '48,210' },
        { label: 'Size', value: undefined },
      ],
      undo: 'never',
      verb: 'Delete',
      typed: 'harbour-prod',
      run: refuse,
    })
  return (
    <Sample label="Dialog, confirm(), menu, tooltip">
      <Row gap={3} wrap>
        <Button onPress={() => setOpen('form')}>Create Service Account</Button>
        <Button onPress={() => setOpen('plain')}>Plain dialog</Button>
        <Button onPress={() => setOpen('keys')}>New keys</Button>
        <Button tone="dangerQuiet" onPress={() => void askTenant()}>
          Delete Tenant
        </Button>
      </Row>
      <Row gap={3} wrap>
        <Menu
          label="Object"
          items={[
            { label: 'Download', icon: Download, key: 'D', onSelect: noop },
            { label: 'Share', icon: Share2, onSelect: noop },
            { label: 'Tags', icon: Tags, href: '/tags' },
            { label: 'Legal Hold', icon: Scale, disabled: 'Object locking is off', onSelect: noop },
            { label: 'Ask first', icon: CircleHelp, onSelect: () => void askUser() },
            'line',
            { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: noop },
          ]}
        />
        <Menu
          label="Upload"
          trigger={{ text: 'Upload', icon: Upload, tone: 'primary' }}
          items={[
            { label: 'Upload File', onSelect: noop },
            { label: 'Upload Folder', onSelect: noop },
          ]}
        />
        <Tooltip text="Versioning must be enabled">
          <Button>Rest here</Button>
        </Tooltip>
      </Row>
      {open === 'form' && (
        <FormDialog
          title="Create Service Account"
          schema={Account}
          initial={{ restrict: true, accessKey: 'REPORTING-RO' }}
          fields={{
            policy: { visible: ({ restrict }) => restrict === true },
            accessKey: { width: 'half' },
            secretKey: { width: 'half' },
          }}
          intro={
            <>
              The service account inherits the policies of <strong>admin</strong> unless you restrict it.
            </>
          }
          note="The secret key is shown once, after creation."
          verb="Create"
          onSubmit={refuse}
          onClose={close}
        />
      )}
      {open === 'plain' && (
        <Dialog title="About this dialog" onClose={close} footer={<Button onPress={close}>Close</Button>}>
          <p>It is open as long as it is rendered.</p>
        </Dialog>
      )}
      {open === 'keys' && (
        <NewKeys
          title="Service Account Created"
          keys={[{ accessKey: 'REPORTING-RO', secretKey: 'shown-only-once' }]}
          onClose={close}
        />
      )}
    </Sample>
  )
}
