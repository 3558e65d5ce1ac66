import { displayName } from 'stowage'
import { Button, Dialog, Stack } from 'stowage/ui'
import { download } from '../download.ts'
import { browseAddress, lastName } from '../path.ts'
import { Preview } from './preview.tsx'
import * as styles from './preview.css.ts'
import type { Source } from './content.ts'

/** Preview of an object in a dialog over its folder. */
export const PreviewDialog = ({ source, onClose }: { source: Source; onClose: () => void }) => {
  const { bucket, path } = source
  return (
    <Dialog
      title={displayName(lastName(path))}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button href={`${browseAddress(bucket, path)}?tab=preview`}>Open</Button>
          <Button tone="primary" where="browser" onPress={() => download(bucket, source)}>
            Download
          </Button>
        </>
      }
    >
      <Stack className={styles.inDialog}>
        <Preview source={source} />
      </Stack>
    </Dialog>
  )
}
