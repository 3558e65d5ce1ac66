import { ErrorsPage } from './errors.tsx'

export default ErrorsPage
