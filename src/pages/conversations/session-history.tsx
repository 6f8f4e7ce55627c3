import { Conversations } from './conversations.tsx'

/** All conversations, to be reviewed. */
export const Component = () => <Conversations screen="sessionHistory" />
