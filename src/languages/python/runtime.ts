/** Names of Python's runtime: members whose name alone decides nothing, and the built-in names. */

/** Members of the built-in types, of files, patterns and locks. Their name says nothing about the receiver. */
export const runtimeMembers: ReadonlySet<string> = new Set(
  `
  acquire acquire_lock add add_note append appendleft args as_integer_ratio bit_count bit_length buffer c_contiguous capitalize casefold cast center
  clear close closed conjugate contiguous copy count decode denominator detach difference difference_update discard elements encode encoding end
  endpos endswith errors expand expandtabs extend extendleft f_contiguous fileno find findall finditer flags flush format format_map from_bytes
  fromhex fromkeys fullmatch get getbuffer getvalue gi_code gi_frame gi_running gi_suspended gi_yieldfrom group groupdict groupindex groups hex imag
  index insert intersection intersection_update isSet is_integer is_set isalnum isalpha isascii isatty isdecimal isdigit isdisjoint isidentifier
  islower isnumeric isprintable isspace issubset issuperset istitle isupper items itemsize join keys lastgroup lastindex line_buffering ljust locked
  locked_lock lower lstrip maketrans match maxlen most_common move_to_end name nbytes ndim newlines numerator obj partition pattern pop popitem
  popleft pos re read read1 readable readinto readinto1 readline readlines readonly real reconfigure regs release release_lock remove removeprefix
  removesuffix replace reverse rfind rindex rjust rotate rpartition rsplit rstrip scanner search seek seekable send set setdefault shape sort span
  split splitlines start startswith strides string strip sub subn suboffsets subtract swapcase symmetric_difference symmetric_difference_update tell
  throw title to_bytes tobytes tolist toreadonly total translate truncate union update upper values wait with_traceback writable write write_through
  writelines zfill
  `
    .trim()
    .split(/\s+/),
);

/** The built-in names, those of Python 2 among them. */
export const runtimeGlobals: ReadonlySet<string> = new Set(
  `
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning
  ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis
  EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit
  IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
  MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
  PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning
  StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError
  UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError
  __build_class__ __debug__ __doc__ __import__ __loader__ __name__ __package__ __spec__ abs aiter all anext any ascii bin bool breakpoint bytearray
  bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset
  getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open
  ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __file__ __path__
  __dict__ __builtins__ reveal_type WindowsError unicode basestring xrange raw_input long unichr reduce
  `
    .trim()
    .split(/\s+/),
);
