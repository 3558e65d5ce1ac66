import type { ReactNode } from 'react'
import { navigate } from 'stowage/web'
import { Page, Tabs } from 'stowage/ui'
import type { useStorage } from './use-storage.ts'

type PartProps = { part: 'volumes' | 'drives'; of: ReturnType<typeof useStorage>; children: ReactNode }

/** Frame of both tabs. */
export const Frame = ({ part, of: { claims, drives }, children }: PartProps) => (
  <Page
    title="Storage"
    tabs={
      <Tabs
        label="Storage"
        value={part}
        onChange={(id) => void navigate(`/storage/${id}`)}
        items={[
          { id: 'volumes', label: 'Volumes', count: claims.rows?.length },
          { id: 'drives', label: 'Drives', count: drives.rows?.length },
        ]}
      />
    }
  >
    {children}
  </Page>
)
