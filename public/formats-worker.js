// Loads the data that the browser formats dates and numbers with, for all its threads; the name is the language.
new Intl.DateTimeFormat(self.name, { timeStyle: 'short' }).format()
new Intl.NumberFormat(self.name).format(0)
self.close()
