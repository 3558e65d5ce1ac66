import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { Button, Empty } from 'stowage/ui'
import { download } from '../download.ts'
import type { Source } from './content.ts'
import * as messages from '../../messages.ts'

/** Message for a Parquet file if no plugin shows it. */
export const NoViewer = ({ source }: { source: Source }) => (
  <Empty
    icon={FileSpreadsheet}
    title="No viewer for Parquet files"
    text={messages.parquetNeedsPlugin}
    action={
      <Button tone="primary" where="browser" onPress={() => download(source.bucket, source)}>
        Download
      </Button>
    }
  />
)
