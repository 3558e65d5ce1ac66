import { RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react'
import { Component, useEffect, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { isOutdated } from './outdated.ts'

type BoundaryProps = {
  /** Where this is: another place starts afresh. */
  at: string
  /** Undoes what must be undone before drawing again. */
  onRetry: () => void
  children: ReactNode
}

type Caught = { error: unknown; at: string } | undefined

/** Keeps a page that throws, or whose code cannot be loaded, from taking the others with it. */
export class Boundary extends Component<BoundaryProps, { caught: Caught }> {
  override state = { caught: undefined as Caught }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error, at: '' } }
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, { caught }: { caught: Caught }) {
    if (!caught || caught.at === at) return null
    return { caught: caught.at ? undefined : { ...caught, at } }
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    const retry = () => {
      this.props.onRetry()
      this.setState({ caught: undefined })
    }
    return <Failed error={caught.error} retry={retry} />
  }
}

const Failed = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    void isOutdated().then(setOutdated)
  }, [error])

  if (outdated) {
    return (
      <Page title="New Version">
        <Empty
          icon={RefreshCw}
          title="There is a new version of the console"
          text="Reload to go on with it."
          action={
            <Button tone="primary" icon={RefreshCw} onPress={() => window.location.reload()}>
              Reload
            </Button>
          }
        />
      </Page>
    )
  }
  return (
    <Page title="Error">
      <Empty
        icon={TriangleAlert}
        title="This page could not be shown"
        text={error instanceof Error ? error.message : String(error)}
        action={
          <Button icon={RotateCcw} onPress={retry}>
            Try again
          </Button>
        }
      />
    </Page>
  )
}
