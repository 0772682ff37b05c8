/** The query key of the settings that the owner last saved. */
export const ownChannelKey = (user: string) => ['my-channel', user]
