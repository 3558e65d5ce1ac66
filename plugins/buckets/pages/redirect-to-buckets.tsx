import { Redirect } from 'stowage/web'

/** A bucket has no page at its own path (spec/2 section 2). */
const RedirectToBuckets = () => <Redirect to="/buckets" replace />
export default RedirectToBuckets
