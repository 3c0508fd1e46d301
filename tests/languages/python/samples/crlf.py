class Mixed:
    def spaces(self):
        return f"{f'{f"""{self.tabs():>{self.width}}"""}'}"

	def tabs(self):
		return 1
