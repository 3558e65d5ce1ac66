import Download from 'lucide-react/icons/download'
import FileX2 from 'lucide-react/icons/file-x-2'
import { displayName } from 'stowage'
import { Button, dangerLast, Drawer, Empty, LoadError, Menu, NoAccess, type RowAction, Skeleton, Row } from 'stowage/ui'
import { download } from '../download.ts'
import { iconOf } from '../icons.ts'
import { ObjectDetails } from '../object/details.tsx'
import { useRefusals } from '../object/rights.ts'
import { useBucket, useObject } from '../object/use-object.ts'
import { ObjectThumbnail } from '../object-thumbnail.tsx'
import { browseAddress, lastName } from '../path.ts'
import { LatestVersions } from './latest-versions.tsx'
import * as styles from './panel.css.ts'
import type { usePanel } from './use-panel.ts'
import * as messages from '../../messages.ts'

type ObjectProps = {
  bucket: string
  path: string
  /** Actions on its row. */
  actions: readonly RowAction[]
}

const Body = ({ bucket, path, actions }: ObjectProps) => {
  const { item, known, missing, error, reload } = useObject(bucket, path, '')
  const { versioned, unlockable } = useBucket(bucket)
  const refusal = useRefusals(bucket, path)
  const preview = actions.find(({ label }) => label === 'Preview')
  const others = actions.filter(({ label }) => label !== 'Preview' && label !== 'Download')
  if (item)
    return (
      <>
        <ObjectThumbnail {...{ bucket, item, refusal }} />
        <Row gap={3} className={styles.actions}>
          <Button
            icon={Download}
            disabled={item.encryption === 'SSE-C' ? messages.encryptedWithOwnersKey : refusal('download')}
            onPress={() => download(bucket, { path, size: item.size ?? Infinity })}
          >
            Download
          </Button>
          {preview && (
            <Button icon={preview.icon} disabled={preview.disabled} onPress={preview.onSelect}>
              Preview
            </Button>
          )}
          {others.length > 0 && (
            <Menu label="More for this object" trigger={{ look: 'bordered' }} items={dangerLast(others)} />
          )}
        </Row>
        <ObjectDetails key={item.version_id} {...{ bucket, item, known, refusal, unlockable }} onChanged={reload} />
        {versioned && <LatestVersions bucket={bucket} path={path} />}
      </>
    )
  if (missing) return <Empty icon={FileX2} title="This object no longer exists" text={messages.objectMayBeMoved} />
  if (error?.status === 403)
    return <NoAccess what="this object" needs={[{ action: 's3:GetObject', bucket, object: path }]} />
  if (error) return <LoadError what="the object" error={error} onRetry={() => void reload()} />
  return <Skeleton rows={6} columns={2} />
}

type PanelProps = ObjectProps & { place: ReturnType<typeof usePanel>['place']; onClose: () => void }

/** Details and actions of one object in a panel next to its folder. */
export const ObjectPanel = ({ place, onClose, ...object }: PanelProps) => {
  const { bucket, path } = object
  return (
    <Drawer
      title={displayName(lastName(path))}
      icon={iconOf(path)}
      position={place}
      href={browseAddress(bucket, path)}
      onClose={onClose}
    >
      <Body key={path} {...object} />
    </Drawer>
  )
}
