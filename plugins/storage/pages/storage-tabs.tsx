import { navigate } from 'stowage/web'
import { Tabs } from 'stowage/ui'
import type { useStorage } from './use-storage.ts'

type StorageTabsProps = { value: 'volumes' | 'drives'; of: ReturnType<typeof useStorage> }

/** Tabs of both lists, with the number of their rows. */
export const StorageTabs = ({ value, of: { claims, drives } }: StorageTabsProps) => (
  <Tabs
    label="Storage"
    value={value}
    onChange={(id) => void navigate(`/storage/${id}`)}
    items={[
      { id: 'volumes', label: 'Volumes', count: claims.rows?.length },
      { id: 'drives', label: 'Drives', count: drives.rows?.length },
    ]}
  />
)
