/** The interfaces of the standard library of Go 1.19, with the types of all their methods, as go/types tells them. */
export const LIBRARY_INTERFACES = `
compress/flate.Reader Read([]byte) (int, error); ReadByte() (byte, error)
compress/flate.Resetter Reset(io.Reader, []byte) error
compress/zlib.Resetter Reset(io.Reader, []byte) error
container/heap.Interface Len() int; Less(int, int) bool; Pop() any; Push(any); Swap(int, int)
context.Context Deadline() (time.Time, bool); Done() <-chan struct{}; Err() error; Value(any) any
crypto.Decrypter Decrypt(io.Reader, []byte, crypto.DecrypterOpts) ([]byte, error); Public() crypto.PublicKey
crypto.Signer Public() crypto.PublicKey; Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error)
crypto.SignerOpts HashFunc() crypto.Hash
crypto/cipher.AEAD NonceSize() int; Open([]byte, []byte, []byte, []byte) ([]byte, error); Overhead() int; Seal([]byte, []byte, []byte, []byte) []byte
crypto/cipher.Block BlockSize() int; Decrypt([]byte, []byte); Encrypt([]byte, []byte)
crypto/cipher.BlockMode BlockSize() int; CryptBlocks([]byte, []byte)
crypto/cipher.Stream XORKeyStream([]byte, []byte)
crypto/elliptic.Curve Add(*math/big.Int, *math/big.Int, *math/big.Int, *math/big.Int) (*math/big.Int, *math/big.Int); Double(*math/big.Int, *math/big.Int) (*math/big.Int, *math/big.Int); IsOnCurve(*math/big.Int, *math/big.Int) bool; Params() *crypto/elliptic.CurveParams; ScalarBaseMult([]byte) (*math/big.Int, *math/big.Int); ScalarMult(*math/big.Int, *math/big.Int, []byte) (*math/big.Int, *math/big.Int)
crypto/tls.ClientSessionCache Get(string) (*crypto/tls.ClientSessionState, bool); Put(string, *crypto/tls.ClientSessionState)
database/sql.Result LastInsertId() (int64, error); RowsAffected() (int64, error)
database/sql.Scanner Scan(any) error
database/sql/driver.ColumnConverter ColumnConverter(int) database/sql/driver.ValueConverter
database/sql/driver.Conn Begin() (database/sql/driver.Tx, error); Close() error; Prepare(string) (database/sql/driver.Stmt, error)
database/sql/driver.ConnBeginTx BeginTx(context.Context, database/sql/driver.TxOptions) (database/sql/driver.Tx, error)
database/sql/driver.ConnPrepareContext PrepareContext(context.Context, string) (database/sql/driver.Stmt, error)
database/sql/driver.Connector Connect(context.Context) (database/sql/driver.Conn, error); Driver() database/sql/driver.Driver
database/sql/driver.Driver Open(string) (database/sql/driver.Conn, error)
database/sql/driver.DriverContext OpenConnector(string) (database/sql/driver.Connector, error)
database/sql/driver.Execer Exec(string, []database/sql/driver.Value) (database/sql/driver.Result, error)
database/sql/driver.ExecerContext ExecContext(context.Context, string, []database/sql/driver.NamedValue) (database/sql/driver.Result, error)
database/sql/driver.NamedValueChecker CheckNamedValue(*database/sql/driver.NamedValue) error
database/sql/driver.Pinger Ping(context.Context) error
database/sql/driver.Queryer Query(string, []database/sql/driver.Value) (database/sql/driver.Rows, error)
database/sql/driver.QueryerContext QueryContext(context.Context, string, []database/sql/driver.NamedValue) (database/sql/driver.Rows, error)
database/sql/driver.Result LastInsertId() (int64, error); RowsAffected() (int64, error)
database/sql/driver.Rows Close() error; Columns() []string; Next([]database/sql/driver.Value) error
database/sql/driver.RowsColumnTypeDatabaseTypeName Close() error; ColumnTypeDatabaseTypeName(int) string; Columns() []string; Next([]database/sql/driver.Value) error
database/sql/driver.RowsColumnTypeLength Close() error; ColumnTypeLength(int) (int64, bool); Columns() []string; Next([]database/sql/driver.Value) error
database/sql/driver.RowsColumnTypeNullable Close() error; ColumnTypeNullable(int) (bool, bool); Columns() []string; Next([]database/sql/driver.Value) error
database/sql/driver.RowsColumnTypePrecisionScale Close() error; ColumnTypePrecisionScale(int) (int64, int64, bool); Columns() []string; Next([]database/sql/driver.Value) error
database/sql/driver.RowsColumnTypeScanType Close() error; ColumnTypeScanType(int) reflect.Type; Columns() []string; Next([]database/sql/driver.Value) error
database/sql/driver.RowsNextResultSet Close() error; Columns() []string; HasNextResultSet() bool; Next([]database/sql/driver.Value) error; NextResultSet() error
database/sql/driver.SessionResetter ResetSession(context.Context) error
database/sql/driver.Stmt Close() error; Exec([]database/sql/driver.Value) (database/sql/driver.Result, error); NumInput() int; Query([]database/sql/driver.Value) (database/sql/driver.Rows, error)
database/sql/driver.StmtExecContext ExecContext(context.Context, []database/sql/driver.NamedValue) (database/sql/driver.Result, error)
database/sql/driver.StmtQueryContext QueryContext(context.Context, []database/sql/driver.NamedValue) (database/sql/driver.Rows, error)
database/sql/driver.Tx Commit() error; Rollback() error
database/sql/driver.Validator IsValid() bool
database/sql/driver.ValueConverter ConvertValue(any) (database/sql/driver.Value, error)
database/sql/driver.Valuer Value() (database/sql/driver.Value, error)
encoding.BinaryMarshaler MarshalBinary() ([]byte, error)
encoding.BinaryUnmarshaler UnmarshalBinary([]byte) error
encoding.TextMarshaler MarshalText() ([]byte, error)
encoding.TextUnmarshaler UnmarshalText([]byte) error
encoding/binary.AppendByteOrder AppendUint16([]byte, uint16) []byte; AppendUint32([]byte, uint32) []byte; AppendUint64([]byte, uint64) []byte; String() string
encoding/binary.ByteOrder PutUint16([]byte, uint16); PutUint32([]byte, uint32); PutUint64([]byte, uint64); String() string; Uint16([]byte) uint16; Uint32([]byte) uint32; Uint64([]byte) uint64
encoding/gob.GobDecoder GobDecode([]byte) error
encoding/gob.GobEncoder GobEncode() ([]byte, error)
encoding/json.Marshaler MarshalJSON() ([]byte, error)
encoding/json.Unmarshaler UnmarshalJSON([]byte) error
encoding/xml.Marshaler MarshalXML(*encoding/xml.Encoder, encoding/xml.StartElement) error
encoding/xml.MarshalerAttr MarshalXMLAttr(encoding/xml.Name) (encoding/xml.Attr, error)
encoding/xml.TokenReader Token() (encoding/xml.Token, error)
encoding/xml.Unmarshaler UnmarshalXML(*encoding/xml.Decoder, encoding/xml.StartElement) error
encoding/xml.UnmarshalerAttr UnmarshalXMLAttr(encoding/xml.Attr) error
expvar.Var String() string
flag.Getter Get() any; Set(string) error; String() string
flag.Value Set(string) error; String() string
fmt.Formatter Format(fmt.State, rune)
fmt.GoStringer GoString() string
fmt.ScanState Read([]byte) (int, error); ReadRune() (rune, int, error); SkipSpace(); Token(bool, func(rune) bool) ([]byte, error); UnreadRune() error; Width() (int, bool)
fmt.Scanner Scan(fmt.ScanState, rune) error
fmt.State Flag(int) bool; Precision() (int, bool); Width() (int, bool); Write([]byte) (int, error)
fmt.Stringer String() string
hash.Hash BlockSize() int; Reset(); Size() int; Sum([]byte) []byte; Write([]byte) (int, error)
hash.Hash32 BlockSize() int; Reset(); Size() int; Sum([]byte) []byte; Sum32() uint32; Write([]byte) (int, error)
hash.Hash64 BlockSize() int; Reset(); Size() int; Sum([]byte) []byte; Sum64() uint64; Write([]byte) (int, error)
image.Image At(int, int) image/color.Color; Bounds() image.Rectangle; ColorModel() image/color.Model
image.PalettedImage At(int, int) image/color.Color; Bounds() image.Rectangle; ColorIndexAt(int, int) uint8; ColorModel() image/color.Model
image.RGBA64Image At(int, int) image/color.Color; Bounds() image.Rectangle; ColorModel() image/color.Model; RGBA64At(int, int) image/color.RGBA64
image/color.Color RGBA() (uint32, uint32, uint32, uint32)
image/color.Model Convert(image/color.Color) image/color.Color
image/draw.Drawer Draw(image/draw.Image, image.Rectangle, image.Image, image.Point)
image/draw.Image At(int, int) image/color.Color; Bounds() image.Rectangle; ColorModel() image/color.Model; Set(int, int, image/color.Color)
image/draw.Quantizer Quantize(image/color.Palette, image.Image) image/color.Palette
image/draw.RGBA64Image At(int, int) image/color.Color; Bounds() image.Rectangle; ColorModel() image/color.Model; RGBA64At(int, int) image/color.RGBA64; Set(int, int, image/color.Color); SetRGBA64(int, int, image/color.RGBA64)
image/jpeg.Reader Read([]byte) (int, error); ReadByte() (byte, error)
image/png.EncoderBufferPool Get() *image/png.EncoderBuffer; Put(*image/png.EncoderBuffer)
io.ByteReader ReadByte() (byte, error)
io.ByteScanner ReadByte() (byte, error); UnreadByte() error
io.ByteWriter WriteByte(byte) error
io.Closer Close() error
io.ReadCloser Close() error; Read([]byte) (int, error)
io.ReadSeekCloser Close() error; Read([]byte) (int, error); Seek(int64, int) (int64, error)
io.ReadSeeker Read([]byte) (int, error); Seek(int64, int) (int64, error)
io.ReadWriteCloser Close() error; Read([]byte) (int, error); Write([]byte) (int, error)
io.ReadWriteSeeker Read([]byte) (int, error); Seek(int64, int) (int64, error); Write([]byte) (int, error)
io.ReadWriter Read([]byte) (int, error); Write([]byte) (int, error)
io.Reader Read([]byte) (int, error)
io.ReaderAt ReadAt([]byte, int64) (int, error)
io.ReaderFrom ReadFrom(io.Reader) (int64, error)
io.RuneReader ReadRune() (rune, int, error)
io.RuneScanner ReadRune() (rune, int, error); UnreadRune() error
io.Seeker Seek(int64, int) (int64, error)
io.StringWriter WriteString(string) (int, error)
io.WriteCloser Close() error; Write([]byte) (int, error)
io.WriteSeeker Seek(int64, int) (int64, error); Write([]byte) (int, error)
io.Writer Write([]byte) (int, error)
io.WriterAt WriteAt([]byte, int64) (int, error)
io.WriterTo WriteTo(io.Writer) (int64, error)
io/fs.DirEntry Info() (io/fs.FileInfo, error); IsDir() bool; Name() string; Type() io/fs.FileMode
io/fs.FS Open(string) (io/fs.File, error)
io/fs.File Close() error; Read([]byte) (int, error); Stat() (io/fs.FileInfo, error)
io/fs.FileInfo IsDir() bool; ModTime() time.Time; Mode() io/fs.FileMode; Name() string; Size() int64; Sys() any
io/fs.GlobFS Glob(string) ([]string, error); Open(string) (io/fs.File, error)
io/fs.ReadDirFS Open(string) (io/fs.File, error); ReadDir(string) ([]io/fs.DirEntry, error)
io/fs.ReadDirFile Close() error; Read([]byte) (int, error); ReadDir(int) ([]io/fs.DirEntry, error); Stat() (io/fs.FileInfo, error)
io/fs.ReadFileFS Open(string) (io/fs.File, error); ReadFile(string) ([]byte, error)
io/fs.StatFS Open(string) (io/fs.File, error); Stat(string) (io/fs.FileInfo, error)
io/fs.SubFS Open(string) (io/fs.File, error); Sub(string) (io/fs.FS, error)
math/rand.Source Int63() int64; Seed(int64)
math/rand.Source64 Int63() int64; Seed(int64); Uint64() uint64
mime/multipart.File Close() error; Read([]byte) (int, error); ReadAt([]byte, int64) (int, error); Seek(int64, int) (int64, error)
net.Addr Network() string; String() string
net.Conn Close() error; LocalAddr() net.Addr; Read([]byte) (int, error); RemoteAddr() net.Addr; SetDeadline(time.Time) error; SetReadDeadline(time.Time) error; SetWriteDeadline(time.Time) error; Write([]byte) (int, error)
net.Error Error() string; Temporary() bool; Timeout() bool
net.Listener Accept() (net.Conn, error); Addr() net.Addr; Close() error
net.PacketConn Close() error; LocalAddr() net.Addr; ReadFrom([]byte) (int, net.Addr, error); SetDeadline(time.Time) error; SetReadDeadline(time.Time) error; SetWriteDeadline(time.Time) error; WriteTo([]byte, net.Addr) (int, error)
net/http.CloseNotifier CloseNotify() <-chan bool
net/http.CookieJar Cookies(*net/url.URL) []*net/http.Cookie; SetCookies(*net/url.URL, []*net/http.Cookie)
net/http.File Close() error; Read([]byte) (int, error); Readdir(int) ([]io/fs.FileInfo, error); Seek(int64, int) (int64, error); Stat() (io/fs.FileInfo, error)
net/http.FileSystem Open(string) (net/http.File, error)
net/http.Flusher Flush()
net/http.Handler ServeHTTP(net/http.ResponseWriter, *net/http.Request)
net/http.Hijacker Hijack() (net.Conn, *bufio.ReadWriter, error)
net/http.Pusher Push(string, *net/http.PushOptions) error
net/http.ResponseWriter Header() net/http.Header; Write([]byte) (int, error); WriteHeader(int)
net/http.RoundTripper RoundTrip(*net/http.Request) (*net/http.Response, error)
net/http/cookiejar.PublicSuffixList PublicSuffix(string) string; String() string
net/http/httputil.BufferPool Get() []byte; Put([]byte)
net/rpc.ClientCodec Close() error; ReadResponseBody(any) error; ReadResponseHeader(*net/rpc.Response) error; WriteRequest(*net/rpc.Request, any) error
net/rpc.ServerCodec Close() error; ReadRequestBody(any) error; ReadRequestHeader(*net/rpc.Request) error; WriteResponse(*net/rpc.Response, any) error
net/smtp.Auth Next([]byte, bool) ([]byte, error); Start(*net/smtp.ServerInfo) (string, []byte, error)
os.DirEntry Info() (io/fs.FileInfo, error); IsDir() bool; Name() string; Type() io/fs.FileMode
os.FileInfo IsDir() bool; ModTime() time.Time; Mode() io/fs.FileMode; Name() string; Size() int64; Sys() any
os.Signal Signal(); String() string
sort.Interface Len() int; Less(int, int) bool; Swap(int, int)
sync.Locker Lock(); Unlock()
testing/quick.Generator Generate(*math/rand.Rand, int) reflect.Value
`;
