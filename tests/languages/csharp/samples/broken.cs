namespace B;
public class First
{
    public void Good() { Call(); }
    public void Bad( { if (x == ) return 
    public void Next() { Call(); }
}
public class Second : Base
{
    int Field = ;
    public void Fine() => Good();
}
